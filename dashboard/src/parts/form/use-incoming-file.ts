import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'
import { toasts } from '../../frame/toasts.tsx'

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
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const data = event.clipboardData
    if (!data || data.files.length === 0 || data.types.includes('text/plain')) return
    event.preventDefault()
    take(data.files)
  })
  useEffect(() => {
    if (!isPasted || isOff) return
    window.addEventListener('paste', pasted)
    return () => window.removeEventListener('paste', pasted)
  }, [isPasted, isOff])
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
