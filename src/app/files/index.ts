export { FileMenu } from './FileMenu.tsx'
export { Files } from './Files.tsx'
export { Palette } from './Palette.tsx'
