/**
 * A block of ours in a file of somebody else's, between two comments. The first one says what was there before, so that taking the
 * block out leaves the very bytes that were found: how many line breaks were put in front, or `new` when there was no file. Pure.
 */

/** How the file writes comments. */
export interface BlockStyle {
  begin(before: string): string
  end: string
  pattern: RegExp
}

export const IN_MARKDOWN: BlockStyle = {
  begin: (before) => `<!-- git-ralph:skill begin ${before} (git ralph skill --uninstall) -->`,
  end: '<!-- git-ralph:skill end -->',
  pattern:
    /(?<before>(?:\r?\n){0,2})<!-- git-ralph:skill begin (?<mark>new|[012]) [^\n]*-->\r?\n(?:(?!<!-- git-ralph:skill begin )[^\n]*\n)*?<!-- git-ralph:skill end -->(?:\r?\n)?/,
}

/** Memories that `export` wrote into a file that agents read. */
export const IN_AGENTS_MD: BlockStyle = {
  begin: (before) => `<!-- git-ralph:memories begin ${before} (git ralph export --to agents) -->`,
  end: '<!-- git-ralph:memories end -->',
  pattern:
    /(?<before>(?:\r?\n){0,2})<!-- git-ralph:memories begin (?<mark>new|[012]) [^\n]*-->\r?\n(?<content>(?:(?!<!-- git-ralph:memories begin )[^\n]*\n)*?)<!-- git-ralph:memories end -->(?:\r?\n)?/,
}

export const IN_TOML: BlockStyle = {
  begin: (before) => `# git-ralph begin ${before} (git ralph install --remove)`,
  end: '# git-ralph end',
  pattern:
    /(?<before>(?:\r?\n){0,2})# git-ralph begin (?<mark>new|[012]) [^\n]*\n(?:(?!# git-ralph begin )[^\n]*\n)*?# git-ralph end(?:\r?\n|$)/,
}

/** The file with the block in it: where it stands already, else at the end. `undefined` stands for no file. */
export function putBlock(found: string | undefined, content: string, style = IN_MARKDOWN): string {
  const newline = /\r\n/.test(found ?? '') ? '\r\n' : '\n'
  const render = (mark: string): string =>
    [style.begin(mark), ...content.trimEnd().split('\n'), style.end, ''].join(newline)
  const match = style.pattern.exec(found ?? '')
  if (found !== undefined && match) {
    const start = match.index + match.groups!['before']!.length
    return found.slice(0, start) + render(match.groups!['mark']!) + found.slice(match.index + match[0].length)
  }
  if (found === undefined) return render('new')
  const breaks = found === '' || /(?:\r?\n){2}$/.test(found) ? 0 : found.endsWith('\n') ? 1 : 2
  return found + newline.repeat(breaks) + render(String(breaks))
}

/** The file without any block of ours; undefined when the file was made for it and holds nothing else. */
export function takeBlock(found: string, style = IN_MARKDOWN): string | undefined {
  let text = found
  let isNew = false
  for (let match = style.pattern.exec(text); match; match = style.pattern.exec(text)) {
    const { before, mark } = match.groups as { before: string; mark: string }
    isNew ||= mark === 'new'
    const breaks = before.match(/\r?\n/g) ?? []
    const kept = mark === 'new' ? breaks : breaks.slice(0, Math.max(0, breaks.length - Number(mark)))
    text = text.slice(0, match.index) + kept.join('') + text.slice(match.index + match[0].length)
  }
  return isNew && text === '' ? undefined : text
}

export function hasBlock(found: string, style = IN_MARKDOWN): boolean {
  return style.pattern.test(found)
}

/** What stands in the block, of a style that can tell. */
export function textOfBlock(found: string, style: BlockStyle): string | undefined {
  return style.pattern.exec(found)?.groups?.['content']
}
