/** Pointers and wheel on a canvas: drag to pan, wheel or two fingers to zoom, a tap to choose. */
export interface Gestures {
  pan: (dx: number, dy: number) => void
  zoom: (x: number, y: number, factor: number) => void
  hover: (x: number, y: number) => void
  tap: (x: number, y: number) => void
}

/** A finger that moved less has tapped. */
const STILL = 5

export function listenForGestures(canvas: HTMLCanvasElement, gestures: Gestures): () => void {
  const down = new Map<number, { x: number; y: number }>()
  let travelled = 0
  const place = (event: MouseEvent) => ({ x: event.offsetX, y: event.offsetY })
  const begin = (event: PointerEvent): void => {
    canvas.setPointerCapture(event.pointerId)
    if (down.size === 0) travelled = 0
    down.set(event.pointerId, place(event))
  }
  const move = (event: PointerEvent): void => {
    const before = down.get(event.pointerId)
    const now = place(event)
    if (!before) return gestures.hover(now.x, now.y)
    travelled += Math.hypot(now.x - before.x, now.y - before.y)
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1]
    down.set(event.pointerId, now)
    if (!other) return gestures.pan(now.x - before.x, now.y - before.y)
    const apart = (point: { x: number; y: number }): number =>
      Math.hypot(point.x - other.x, point.y - other.y)
    gestures.zoom((now.x + other.x) / 2, (now.y + other.y) / 2, apart(now) / (apart(before) || 1))
  }
  const end = (event: PointerEvent): void => {
    const was = down.delete(event.pointerId)
    if (was && down.size === 0 && travelled < STILL && event.type === 'pointerup')
      gestures.tap(event.offsetX, event.offsetY)
  }
  const wheel = (event: WheelEvent): void => {
    event.preventDefault()
    gestures.zoom(event.offsetX, event.offsetY, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)))
  }
  canvas.addEventListener('pointerdown', begin)
  canvas.addEventListener('pointermove', move)
  canvas.addEventListener('pointerup', end)
  canvas.addEventListener('pointercancel', end)
  canvas.addEventListener('wheel', wheel, { passive: false })
  return () => {
    canvas.removeEventListener('pointerdown', begin)
    canvas.removeEventListener('pointermove', move)
    canvas.removeEventListener('pointerup', end)
    canvas.removeEventListener('pointercancel', end)
    canvas.removeEventListener('wheel', wheel)
  }
}
