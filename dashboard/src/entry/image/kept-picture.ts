/** A picture or recording that was chosen and not added yet, with its alternative text. */
interface KeptPicture {
  file: File
  alt: string
}

const kept = new Map<string, KeptPicture>()

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

/** The file that was chosen for an entry. It is kept while the dashboard is open; before it is closed, the browser asks. */
export const keptPicture = (entry: string): KeptPicture | undefined => kept.get(entry)

export function keepPicture(entry: string, picture: KeptPicture): void {
  kept.set(entry, picture)
  addEventListener('beforeunload', askBeforeLeaving)
}

export function forgetPicture(entry: string): void {
  kept.delete(entry)
  if (kept.size === 0) removeEventListener('beforeunload', askBeforeLeaving)
}
