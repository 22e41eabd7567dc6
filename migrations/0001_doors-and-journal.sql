-- The journal: one way in, a hash chain per company, nothing changed afterwards.
CREATE FUNCTION journal_hash(
  p_prev bytea, p_company uuid, p_seq bigint, p_at timestamptz, p_actor_kind text, p_actor uuid, p_agent uuid,
  p_action text, p_resource text, p_resource_id text, p_title text, p_details jsonb, p_severity text,
  p_compliance boolean, p_sealed bytea, p_sealed_for uuid
) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256(p_prev || convert_to(jsonb_build_array(
    p_company, p_seq, (extract(epoch FROM p_at) * 1000)::bigint, p_actor_kind, p_actor, p_agent, p_action, p_resource,
    p_resource_id, p_title, p_details, p_severity, p_compliance, encode(sha256(coalesce(p_sealed, ''::bytea)), 'hex'),
    p_sealed_for)::text, 'UTF8'))
$$;
--> statement-breakpoint
CREATE FUNCTION journal_append(
  p_company uuid, p_at timestamptz, p_actor_kind text, p_actor uuid, p_agent uuid, p_action text, p_resource text,
  p_resource_id text, p_title text, p_details jsonb, p_severity text, p_compliance boolean, p_sealed bytea,
  p_sealed_for uuid, p_live text
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_seq bigint;
  v_prev bytea;
  v_hash bytea;
BEGIN
  SELECT seq + 1, hash INTO v_seq, v_prev FROM journal_heads WHERE company_id = p_company FOR UPDATE;
  IF NOT FOUND THEN
    v_seq := 1;
    v_prev := sha256(convert_to(p_company::text, 'UTF8'));
    INSERT INTO journal_heads (company_id, seq, hash) VALUES (p_company, 0, v_prev);
  END IF;
  v_hash := journal_hash(v_prev, p_company, v_seq, p_at, p_actor_kind, p_actor, p_agent, p_action, p_resource,
    p_resource_id, p_title, p_details, p_severity, p_compliance, p_sealed, p_sealed_for);
  INSERT INTO journal (company_id, seq, at, actor_kind, actor_id, agent_id, action, resource, resource_id, title,
    details, severity, compliance_relevant, sealed, sealed_for, prev_hash, hash)
  VALUES (p_company, v_seq, p_at, p_actor_kind, p_actor, p_agent, p_action, p_resource, p_resource_id, p_title,
    p_details, p_severity, p_compliance, p_sealed, p_sealed_for, v_prev, v_hash);
  UPDATE journal_heads SET seq = v_seq, hash = v_hash WHERE company_id = p_company;
  PERFORM pg_notify('boardroom', json_build_object('company', p_company, 'type', p_live, 'id', p_resource_id)::text);
  RETURN v_seq;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % are never changed or removed.', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;
--> statement-breakpoint
CREATE TRIGGER journal_is_insert_only BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER journal_is_never_emptied BEFORE TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A forecast is frozen when it is proposed: only its outcome is written later, once.
CREATE FUNCTION freeze_forecast() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.company_id, OLD.decision_id, OLD.position, OLD.claim, OLD.horizon, OLD.metric, OLD.target, OLD.probability,
      OLD.base_rate, OLD.base_rate_note, OLD.due_on, OLD.resolver)
     IS DISTINCT FROM
     (NEW.company_id, NEW.decision_id, NEW.position, NEW.claim, NEW.horizon, NEW.metric, NEW.target, NEW.probability,
      NEW.base_rate, NEW.base_rate_note, NEW.due_on, NEW.resolver) THEN
    RAISE EXCEPTION 'A forecast is frozen when it is proposed.' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER forecasts_are_frozen BEFORE UPDATE ON forecasts FOR EACH ROW EXECUTE FUNCTION freeze_forecast();
--> statement-breakpoint
-- The two doors through the tenancy wall: each opens for the one row whose key is presented.
CREATE FUNCTION session_gate(p_token bytea, p_now timestamptz) RETURNS TABLE (
  company_id uuid, session_id uuid, user_id uuid, username text, role text, currency text, time_zone text, version text,
  sealed_key bytea
) LANGUAGE plpgsql AS $$
DECLARE
  s record;
BEGIN
  PERFORM set_config('app.session', encode(p_token, 'hex'), true);
  SELECT t.company_id, t.id, t.user_id, t.seen_at INTO s FROM sessions t
    WHERE t.token_hash = p_token AND t.expires_at > p_now AND t.seen_at > p_now - interval '12 hours';
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM set_config('app.company_id', s.company_id::text, true);
  IF s.seen_at < p_now - interval '5 minutes' THEN
    UPDATE sessions t SET seen_at = p_now WHERE t.company_id = s.company_id AND t.id = s.id;
  END IF;
  RETURN QUERY
    -- The hash tells a restored journal from the one it replaced, where both have come as far.
    SELECT s.company_id, s.id, u.id, u.username, u.role, c.currency, c.time_zone,
      h.seq::text || '-' || left(encode(h.hash, 'hex'), 8), k.sealed_key
    FROM users u
    JOIN companies c ON c.company_id = u.company_id
    JOIN journal_heads h ON h.company_id = u.company_id
    LEFT JOIN person_keys k ON k.company_id = u.company_id AND k.user_id = u.id
    WHERE u.company_id = s.company_id AND u.id = s.user_id AND u.is_active AND c.is_active;
END $$;
--> statement-breakpoint
CREATE FUNCTION sign_in_door(p_username_key text) RETURNS TABLE (company_id uuid, user_id uuid, password_hash text)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.sign_in', p_username_key, true);
  RETURN QUERY SELECT u.company_id, u.id, u.password_hash FROM users u
    WHERE u.username_key = p_username_key AND u.is_active;
END $$;
