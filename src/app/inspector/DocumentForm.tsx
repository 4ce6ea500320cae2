import { useRef } from 'react'
import { isWithin, nodeIndexOf, type Analysis, type Dialect, type Field, type Json } from '../../core/index.ts'
import { late } from '../shell/parts/index.ts'
import { useDocument, useSession, useWorkspace } from '../state/index.ts'
import { isDefault } from './arrange-fields.ts'
import { FieldControl } from './FieldControl.tsx'
import { FieldRow } from './FieldRow.tsx'
import { Head } from './Head.tsx'
import { documentPath, documentValues, type Values } from './node-of.ts'
import { ProblemNote } from './ProblemNote.tsx'
import { isMet, scheduleOf, type Schedule } from './schedule-of.ts'
import { useOffers } from './useOffers.ts'
import { useOpened } from './useOpened.ts'

const ScheduleTimes = late('the times of a schedule', () => import('./ScheduleTimes.tsx').then((part) => part.ScheduleTimes))

/** Is the field of use, given what others say? One that holds something is shown all the same. */
function isWanted(field: Field, values: Values, dialect: Dialect): boolean {
  return isMet(field, values, dialect) || !isDefault(field, values[field.name])
}

/** With nothing selected: the fields of the workflow itself. */
export function DocumentForm({ analysis, dialect }: { readonly analysis: Analysis; readonly dialect: Dialect }) {
  const session = useSession()
  const path = useDocument((state) => state.path)
  const box = useRef<HTMLDivElement>(null)
  useOpened(box)
  const offersFor = useOffers(analysis, [])
  const values = documentValues(analysis, dialect)
  const nodes = analysis.view.nodes.filter((node) => !node.ghost).length
  const levels = analysis.view.levels.length
  const fields = dialect.documentFields.filter((field) => isWanted(field, values, dialect))
  const pathOf = (field: Field) => documentPath(dialect, analysis.reading?.model, field)
  // Those of nodes and edges stand in their forms; the rest is about the whole.
  const edges = analysis.reading ? analysis.view.edges.flatMap((edge) => [dialect.edgePath(analysis.reading!.model, edge)].filter((path) => path !== null)) : []
  const problems = analysis.diagnostics.filter((problem) => nodeIndexOf(dialect, problem.path) === undefined && !edges.some((edge) => isWithin(problem.path, edge)))

  function write(field: Field, value: Json | undefined): void {
    session.document.dispatch({
      type: 'command',
      command: { type: 'setDocument', field: field.name, value },
      origin: 'inspector',
      coalesce: `document:${field.name}`,
      label: `Change ${field.label.toLowerCase()} of the workflow`,
    })
  }

  /** The field as the document has it now: in a large file the form lags behind. */
  function latest(field: Field): Json | undefined {
    const now = session.document.analysis()
    return now ? documentValues(now, dialect)[field.name] : undefined
  }

  const detail = `${nodes === 1 ? '1 node' : `${nodes} nodes`}${levels > 0 ? ` · ${levels === 1 ? '1 level' : `${levels} levels`}` : ''}`
  return (
    <>
      <Head title="Workflow" detail={detail} problems={problems} />
      <div className="inspector-body">
        <div className="form" ref={box}>
          {problems.filter((problem) => !fields.some((field) => isWithin(problem.path, pathOf(field)))).map((problem) => (
            <ProblemNote key={`${problem.code} ${problem.path.join('/')} ${problem.message}`} problem={problem} />
          ))}
          {fields.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              problems={problems.filter((problem) => isWithin(problem.path, pathOf(field)))}
              reset={field.required || field.always || isDefault(field, values[field.name]) ? null : () => write(field, undefined)}
            >
              {(row) => (
                <>
                  <FieldControl
                    {...row}
                    field={field}
                    draftName={`${path} . ${field.name}`}
                    value={values[field.name]}
                    offers={offersFor(field)}
                    latest={() => latest(field)}
                    write={(value) => write(field, value)}
                  />
                  <Times schedule={scheduleOf(field, values, dialect)} path={path} />
                </>
              )}
            </FieldRow>
          ))}
        </div>
      </div>
    </>
  )
}

function Times({ schedule, path }: { readonly schedule: Schedule | null; readonly path: string | null }) {
  const served = useWorkspace((state) => state.timezone)
  const notice = useWorkspace((state) => state.files.find((file) => file.path === path)?.schedule_notice)
  return schedule && <ScheduleTimes schedule={schedule} served={served} notice={notice} />
}
