import type { Picture } from '../../../core/index.ts'
import { scaleFor } from './size.ts'

export type Png = { readonly blob: Blob; readonly scale: number } | { readonly why: string }

/** A picture as pixels, drawn by the browser from the SVG itself. */
export async function pngOf({ svg, width, height }: Picture): Promise<Png> {
  const scale = scaleFor(width, height)
  if (scale === null) return { why: `The picture would be ${width} by ${height} pixels, more than a browser can draw. Take the SVG instead.` }
  const image = new Image()
  // Data of the page itself: nothing is loaded, and the canvas stays readable.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  try {
    await image.decode()
  } catch {
    return { why: 'The browser could not draw the picture. Take the SVG instead.' }
  }
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (context === null) return { why: 'The browser gives no room for a picture of this size. Take the SVG instead.' }
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  // The fonts inside the picture are read when it is first drawn: the second time they are there.
  await new Promise((resolve) => setTimeout(resolve, 80))
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob === null ? { why: 'The browser gives no room for a picture of this size. Take the SVG instead.' } : { blob, scale }
}
