/** A sentence in which what can be typed stands between backticks, or a command alone. */
export function Hint({ text }: { text: string }) {
  if (/^git ralph [^`]*$/.test(text))
    return (
      <p class="hint">
        <code>{text}</code>
      </p>
    )
  return (
    <p class="hint">
      {text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}
    </p>
  )
}
