/** A message whose ids stand in backticks: they are shown in mono, without the marks. */
export function Prose({ text }: { readonly text: string }) {
  const parts = text.split('`')
  if (parts.length % 2 === 0) return <>{text}</>
  // The place in the text is the identity of a part.
  // eslint-disable-next-line react/no-array-index-key -- parts are told apart by nothing else
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : <span key={index}>{part}</span>))}</>
}
