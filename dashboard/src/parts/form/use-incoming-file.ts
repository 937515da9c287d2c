import { type DragEvent, useState } from 'react'
import { toasts } from '../../frame/toasts.tsx'
import { useWindowEvent } from '../use-window-event.ts'

interface Options {
  /** The accepted media types. */
  types: readonly string[]
  onFile: (file: File) => void
  /** Whether files pasted anywhere on the page are accepted too, unless they come with text. */
  isPasted?: boolean
  isOff?: boolean
}

/** Accepts a file that is dropped on an element, which gets the returned handlers. `isOver` says that a file is held over it. */
export function useIncomingFile({ types, onFile, isPasted = false, isOff = false }: Options) {
  const [isOver, setOver] = useState(false)
  const take = (files: FileList) => {
    const file = [...files].find(({ type }) => types.includes(type))
    if (file) onFile(file)
    else toasts.show('Files of this type are not accepted here.')
  }
  useWindowEvent('paste', event => {
    const data = event.clipboardData
    if (!isPasted || isOff || !data?.files.length || data.types.includes('text/plain')) return
    event.preventDefault()
    take(data.files)
  })
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
  }
  return { isOver: isOver && !isOff, handlers: isOff ? {} : handlers }
}
