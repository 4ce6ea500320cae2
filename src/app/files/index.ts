export { FileMenu } from './FileMenu.tsx'
export { Files } from './Files.tsx'
export { TabBar } from './TabBar.tsx'
export { Palette } from './Palette.tsx'
