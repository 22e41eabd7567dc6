export default function Stub(_: { id?: string }) {
  return <main>…</main>;
}
