import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useSession, useView, type Theme } from '../state/index.ts'

const THEMES = [
  { theme: 'system', label: 'As the system', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; Icon: unknown }[]

export function ThemeMenu({ shown }: { readonly shown: 'light' | 'dark' }) {
  const { view } = useSession()
  const wanted = useView(({ theme }) => theme)
  const Icon = shown === 'dark' ? Moon : Sun
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button button-icon" aria-label="Theme" title="Theme">
        <Icon className="icon" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          <DropdownMenu.RadioGroup value={wanted} onValueChange={(value) => view.dispatch({ type: 'theme', theme: THEMES.find(({ theme }) => theme === value)?.theme ?? 'system' })}>
            {THEMES.map(({ theme, label, Icon: ThemeIcon }) => (
              <DropdownMenu.RadioItem key={theme} value={theme} className="menu-item">
                <ThemeIcon className="icon icon-14" />
                <span className="grow">{label}</span>
                {theme === wanted && <Check className="icon icon-14" />}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
