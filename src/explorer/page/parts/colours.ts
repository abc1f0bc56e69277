/** The colour that a custom property of the style sheet has now, as a canvas takes it: `colourOf('--accent')`. */
export function colourOf(property: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${property})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
