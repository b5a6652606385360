export function EntryPage() {
  return <h1>EntryPage</h1>
}
