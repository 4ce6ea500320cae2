import { Component, type ReactNode } from 'react'
import { download } from './download.ts'
import { Button } from './parts/index.ts'

type Props = {
  readonly children: ReactNode
  /** What is drawn here, for the message: *the canvas*. */
  readonly what: string
  /** The text and name of the open file, so that nothing is lost whatever happens. */
  readonly rescue: () => { readonly name: string; readonly text: string } | null
}

type State = { readonly error: Error | null }

/** Keeps a failure in one part of the page from taking the rest, and the text, with it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const rescued = this.props.rescue()
    return (
      <div className="broken" role="alert">
        <strong>Something went wrong in {this.props.what}.</strong>
        <p>{error.message}</p>
        <div className="broken-actions">
          <Button look="line" onClick={() => this.setState({ error: null })}>Try again</Button>
          {rescued && <Button look="line" onClick={() => download(rescued.name, new Blob([rescued.text], { type: 'text/plain;charset=utf-8' }))}>Download the text</Button>}
        </div>
      </div>
    )
  }
}
