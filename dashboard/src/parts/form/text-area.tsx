import type { TextareaHTMLAttributes } from 'react'
import { Labelled, useLabelled } from './field.tsx'

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: string
}

/** A labelled field for several lines, which is as high as its text. */
export function TextArea({ label, hint, ...area }: Props) {
  const labelled = useLabelled(area.name, hint)
  return (
    <Labelled label={label} hint={hint} {...labelled}>
      <textarea
        dir="auto"
        rows={3}
        {...area}
        {...labelled.control}
        className="field-sizing-content min-h-20 rounded-md border border-edge bg-floating px-3 py-2 disabled:border-line disabled:bg-transparent aria-invalid:border-danger"
      />
    </Labelled>
  )
}
