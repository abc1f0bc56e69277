/** What may be printed. */

/** Names from a remote's trees may hold anything, also what drives a terminal or shows text in another order. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
}
