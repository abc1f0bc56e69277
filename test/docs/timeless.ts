/** Text without what differs from one run to the next. */
export function timeless(text: string): string {
  return text
    .replace(/mem-\d{10}-[0-9a-f]{4}/g, '<id>')
    .replace(/\b(run|j)-[0-9a-f]{8}\b/g, '<$1>')
    .replace(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/g, (_, time) => (time ? '<time>' : '<day>'))
    .replace(/^[0-9a-f]{7,}(?= )/gm, '<commit>')
    .replace(/\b\d\.\d\d\b/g, '<score>')
    .replace(/\b\d+\.\ds\b/g, '<seconds>')
    .replace(/~\d+ tokens/g, '~<n> tokens')
    .trim()
}
