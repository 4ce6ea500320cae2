import { Columns2, FileWarning, FileX2, Unplug } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useDocument, useSession, useWorkspace, type Clash } from '../state/index.ts'
import { Banner } from './Banner.tsx'
import { Button } from './parts/index.ts'

/** Longer texts are merged in the comparison, when it is asked for. */
const MERGED_AT_ONCE = 400_000

/** What the file behind the text asks for: it is not the same any more, or somebody else is at it. */
export function FileBanners() {
  return (
    <>
      <Offline />
      <ClashBanner />
      <Gone />
      <Trouble />
      <Elsewhere />
    </>
  )
}

function ClashBanner() {
  const { files, view } = useSession()
  const clash = useDocument((state) => state.clash)
  const merged = useMerged(clash)
  if (!clash) return null
  return (
    <Banner
      tone="warning"
      icon={<FileWarning className="icon" aria-hidden="true" />}
      actions={
        <>
          {merged !== null && (
            <Button small look="primary" onClick={() => void files.resolve({ take: 'merged', text: merged })}>
              Merge both
            </Button>
          )}
          <Button small look="line" onClick={() => void files.resolve({ take: 'theirs' })}>Take theirs</Button>
          <Button small look="line" onClick={() => void files.resolve({ take: 'mine' })}>Keep mine</Button>
          <Button small look="line" onClick={() => view.dispatch({ type: 'sheet', sheet: { type: 'compare', with: 'clash' } })}>Compare</Button>
        </>
      }
    >
      {sayClash(clash)} {merged === null ? 'Both texts are kept until you choose.' : 'The two do not touch the same lines.'}
    </Banner>
  )
}

/** The text of both sides, where they do not meet; null when somebody has to choose. */
function useMerged(clash: Clash | null): string | null {
  const document = useDocument((state) => (state.clash ? state.document : null))
  const [merged, setMerged] = useState<{ readonly clash: Clash; readonly document: unknown; readonly text: string } | null>(null)
  useEffect(() => {
    if (!clash || clash.base === null || !document || document.text.length > MERGED_AT_ONCE) return undefined
    const { base, theirs } = clash
    let left = false
    import('./compare/merge.ts').then(
      ({ mergeTexts }) => {
        const merge = mergeTexts(base, document.text, theirs, document.format)
        if (!left && merge.conflicts === 0) setMerged({ clash, document, text: merge.text })
      },
      // Without it both texts can still be chosen from.
      () => {},
    )
    return () => {
      left = true
    }
  }, [clash, document])
  return merged !== null && merged.clash === clash && merged.document === document ? merged.text : null
}

function sayClash({ found }: Clash): ReactNode {
  switch (found) {
    case 'on disk':
      return (
        <>
          <strong>The file changed on disk.</strong> You have unsaved edits.
        </>
      )
    case 'on save':
      return (
        <>
          <strong>The file changed on disk.</strong> Nothing was written.
        </>
      )
    case 'in another tab':
      return (
        <>
          <strong>Another tab has edits of its own.</strong> They were not saved.
        </>
      )
  }
}

function Gone() {
  const { files, openFiles } = useSession()
  const path = useDocument((state) => (state.deleted ? state.path : null))
  if (path === null) return null
  return (
    <Banner
      tone="warning"
      icon={<FileX2 className="icon" aria-hidden="true" />}
      actions={
        <>
          <Button small look="line" onClick={() => void files.save()}>Write it again</Button>
          <Button small look="line" onClick={() => void openFiles.close(path)}>Close</Button>
        </>
      }
    >
      <strong>The file is gone from disk.</strong> Its text is still here.
    </Banner>
  )
}

function Trouble() {
  const { files } = useSession()
  const trouble = useDocument((state) => state.trouble)
  if (trouble === null) return null
  return (
    <Banner
      tone="error"
      icon={<FileX2 className="icon" aria-hidden="true" />}
      actions={<Button small look="line" onClick={() => void files.saveCopy()}>Save a copy</Button>}
    >
      <strong>What is on disk now cannot be shown.</strong> {trouble.replaceAll('`', '')} The text here is the last one that could.
    </Banner>
  )
}

function Elsewhere() {
  const { files } = useSession()
  const path = useDocument((state) => state.path)
  const dirty = useWorkspace((state) => path !== null && state.elsewhere.get(path) === 'dirty')
  const clash = useDocument((state) => state.clash !== null)
  if (!dirty || clash) return null
  return (
    <Banner
      tone="warning"
      icon={<Columns2 className="icon" aria-hidden="true" />}
      actions={<Button small look="line" onClick={() => void files.takeFromElsewhere()}>Bring them here</Button>}
    >
      <strong>Also open in another tab,</strong> with unsaved edits there.
    </Banner>
  )
}

function Offline() {
  const offline = useWorkspace((state) => state.offline)
  if (!offline) return null
  return (
    <Banner tone="warning" icon={<Unplug className="icon" aria-hidden="true" />}>
      <strong>The server is away.</strong> You can go on editing: your edits are kept in this browser, and sent when it is back.
    </Banner>
  )
}
