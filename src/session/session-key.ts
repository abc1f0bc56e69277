/** A session's id as the name of a file: itself where that is plain, else what is plain of it and a hash. */

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/

export function sessionKey(session: string): string {
  if (PLAIN.test(session)) return session
  const plain = session.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)
  return `x${plain}-${hash(session)}`
}

/** FNV-1a. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return (value >>> 0).toString(16).padStart(8, '0')
}
