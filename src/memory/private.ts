/**
 * `<private>…</private>` is cut before anything is written. In doubt too much is cut: a tag that is never closed hides the rest, one
 * that was never opened hides what came before it, and tags are counted when they are nested.
 */

// Also as other programs escape them in HTML and JSON. The bounds keep a long run of spaces from taking long.
const TAG = /(?:<|&lt;|\\u003c)\s{0,8}(\/?)\s{0,8}private(?=[\s>/&\\]|$)[^>&\\]{0,200}(?:>|&gt;|\\u003e)?/gi

/** Cuts one text after another, as parts of one whole: what is opened in one is closed in a later one, or never. */
export function privateCutter(): (text: string) => string {
  let depth = 0
  return (text) => {
    let kept = ''
    let from = 0
    for (const tag of text.matchAll(TAG)) {
      const closes = tag[1] === '/'
      if (depth === 0) kept = closes ? '' : kept + text.slice(from, tag.index)
      depth = closes ? Math.max(0, depth - 1) : depth + 1
      from = tag.index + tag[0].length
    }
    return depth === 0 ? kept + text.slice(from) : kept
  }
}

export function cutPrivate(text: string): string {
  return privateCutter()(text)
}
