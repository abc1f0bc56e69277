/** What part of the drawing is in sight. Pure. */
export interface Camera {
  /** The point of the drawing that is in the middle. */
  x: number
  y: number
  scale: number
}

export interface Size {
  width: number
  height: number
}

const SMALLEST = 0.03
const LARGEST = 8

export const toWorld = (camera: Camera, { width, height }: Size, x: number, y: number) => ({
  x: camera.x + (x - width / 2) / camera.scale,
  y: camera.y + (y - height / 2) / camera.scale,
})

export const pan = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y - dy / camera.scale,
})

/** What is under (x, y) stays there. */
export function zoomAt(camera: Camera, size: Size, x: number, y: number, factor: number): Camera {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, camera.scale * factor))
  const point = toWorld(camera, size, x, y)
  return { scale, x: point.x - (x - size.width / 2) / scale, y: point.y - (y - size.height / 2) / scale }
}

const MARGIN = 40

/** `positions`: x and y of each, one after the other. */
export function fit(positions: Float32Array, { width, height }: Size): Camera {
  if (positions.length === 0) return { x: 0, y: 0, scale: 1 }
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < positions.length; i += 2) {
    left = Math.min(left, positions[i]!)
    right = Math.max(right, positions[i]!)
    top = Math.min(top, positions[i + 1]!)
    bottom = Math.max(bottom, positions[i + 1]!)
  }
  const scale = Math.min((width - MARGIN) / (right - left || 1), (height - MARGIN) / (bottom - top || 1), 2)
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.max(SMALLEST, scale) }
}
