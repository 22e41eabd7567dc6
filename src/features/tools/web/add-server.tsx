import { useState } from "react";
import { addToolServer } from "#features/tools/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { useToolChange } from "./queries.ts";

export function AddServer({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const [secret, setSecret] = useState("");
  const add = useToolChange(addToolServer, onClose);
  const body = { name: name.trim(), address: address.trim(), ...(secret.trim() && { secret: secret.trim() }) };
  return (
    <Dialog
      title="Add a server of tools"
      description="It speaks MCP over HTTP. It is asked for its tools now; all of them stay off until you allow them."
      onClose={onClose}
    >
      <DialogBody className="grid content-start gap-4">
        <TextField label="Name" value={name} maxLength={40} placeholder="Stripe" onText={setName} />
        <TextField
          label="Address"
          type="url"
          value={address}
          placeholder="https://mcp.stripe.com"
          onText={setAddress}
        />
        <TextField
          label="Secret (optional)"
          type="password"
          autoComplete="off"
          value={secret}
          hint="Sent as a bearer token. It is kept encrypted and never shown again."
          onText={setSecret}
        />
        {add.error && (
          <p role="alert" className="text-sm text-danger">
            {sentenceOf(add.error)}
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          pending={add.isPending}
          disabled={!body.name || !body.address}
          onClick={() => add.mutate({ body })}
        >
          Add server
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
