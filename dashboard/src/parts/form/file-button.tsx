import { type ChangeEvent, useRef } from 'react'
import { Button } from '../button.tsx'

interface Props {
  verb: string
  /** What is chosen, for the accessible name. */
  what: string
  /** The accepted media types. */
  types: readonly string[]
  busy?: boolean
  onPick: (file: File) => void
}

/** A button that lets the person choose a file of this device. */
export function FileButton({ verb, what, types, busy, onPick }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) onPick(file)
    target.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={types.join()}
        aria-label={`${verb} ${what}: choose a file`}
        className="hidden"
        onChange={pick}
      />
      <Button
        variant="ghost"
        className="px-2! font-semibold"
        aria-label={`${verb} ${what}`}
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {verb}
      </Button>
    </>
  )
}
