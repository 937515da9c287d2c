import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Key } from '../parts/key.tsx'
import { hasUnsavedWords } from './editor/kept-words.ts'
import { discardWords } from './editor/use-entry-editor.ts'

interface Props {
  entry: string
  onEdit: () => void
}

/** Says that words of this entry were typed and not saved. Renders nothing if there are none. */
export function UnsavedWords({ entry, onEdit }: Props) {
  const [isForgotten, setForgotten] = useState(false)
  if (isForgotten || !hasUnsavedWords(entry)) return null
  const discard = () => {
    discardWords(entry)
    setForgotten(true)
  }
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-raised px-4 py-3">
      <p className="min-w-0 flex-1">What you typed is not saved yet. It is kept in this browser.</p>
      <Button onClick={onEdit}>
        Edit <Key>e</Key>
      </Button>
      <Button onClick={discard}>Discard</Button>
    </div>
  )
}
