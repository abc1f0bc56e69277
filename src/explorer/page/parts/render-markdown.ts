/**
 * What a memory says, rendered. Memories come from other people's pushes: no raw HTML is ever passed on, links go to http(s), mail
 * and our own entries alone, and an image is a link to it, so that nothing is loaded.
 */
import MarkdownIt from 'markdown-it'
import { entryHref } from '../shell/route.js'

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i
const MENTION = /^\[\[([^[\]\n]{1,200})\]\]/

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
markdown.validateLink = (url) => SAFE_LINK.test(url.trim())
markdown.disable('image')

markdown.inline.ruler.before('link', 'mention', (state, silent) => {
  const found = MENTION.exec(state.src.slice(state.pos, state.pos + 210))
  if (!found) return false
  if (!silent) {
    const [to = '', label] = found[1]!.split('|')
    const open = state.push('link_open', 'a', 1)
    open.attrs = [
      ['href', entryHref(to.trim())],
      ['class', 'mention'],
    ]
    state.push('text', '', 0).content = (label ?? to).trim()
    state.push('link_close', 'a', -1)
  }
  state.pos += found[0].length
  return true
})

const renderLink = markdown.renderer.rules.link_open
markdown.renderer.rules.link_open = (tokens, at, options, env, self) => {
  const token = tokens[at]!
  if (token.attrGet('class') !== 'mention') {
    token.attrSet('rel', 'noopener noreferrer nofollow')
    token.attrSet('target', '_blank')
  }
  return renderLink ? renderLink(tokens, at, options, env, self) : self.renderToken(tokens, at, options)
}

// Headings inside an entry stand below the entry's own.
markdown.core.ruler.push('lower-headings', (state) => {
  for (const token of state.tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 2)}`
    }
  }
})

export const renderMarkdown = (text: string): string => markdown.render(text)
