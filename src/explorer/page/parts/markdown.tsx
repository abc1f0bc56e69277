import { useEffect, useMemo, useState } from 'preact/hooks'

/** More than a person reads; it is shown as it is, which takes no time. */
const LONGEST_RENDERED = 100_000

type Render = (text: string) => string
let render: Render | undefined

/** Half of all that the first view would load, and nothing is read before it is chosen. */
const load = async (): Promise<void> => {
  render ??= (await import('./render-markdown.js')).renderMarkdown
}
addEventListener('load', () => setTimeout(() => void load(), 300))

/** What a memory says. Until it can be rendered, as it is. */
export function Markdown({ text }: { text: string }) {
  const [, setLoaded] = useState(render !== undefined)
  useEffect(() => void load().then(() => setLoaded(true)), [])
  const html = useMemo(
    () => (text.length > LONGEST_RENDERED ? undefined : render?.(text)),
    [text, render !== undefined],
  )
  if (html === undefined) return <pre class="markdown plain">{text}</pre>
  // The only place where HTML is set: markdown-it has escaped everything in it that is not its own.
  return <div class="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
