export { Canvas } from './Canvas.tsx'
