import { PICTURE_TYPES, UPLOAD_MIB } from '#changelog/entries/images/media-types.ts'
import { api, call } from '../api/client.ts'
import { useChange } from '../api/use-change.ts'
import { useImageAddress } from '../entry/image/picture.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { FileButton } from '../parts/form/file-button.tsx'
import { useIncomingFile } from '../parts/form/use-incoming-file.ts'
import { Problem } from '../parts/notice.tsx'

/** The logo of the page. It is stored as soon as it is chosen. */
export function LogoField({ logo }: { logo: string | null }) {
  const { id: account, may } = useAccount()
  const addressOf = useImageAddress()
  const save = useChange<unknown, File | null>((act, file) =>
    file === null
      ? act('account page', { logo: null })
      : call(api.accounts[':account'].page.logo.$put({ param: { account } }, { init: { body: file } })),
  )
  const { isOver, handlers } = useIncomingFile({ types: PICTURE_TYPES, onFile: save.mutate })
  if (!may('owner')) return null
  return (
    <section
      aria-label="Logo of the page"
      {...handlers}
      className={`grid gap-1 rounded-md ${isOver ? 'bg-raised outline-2 outline-offset-4 outline-accent outline-dashed' : ''}`}
    >
      <p className="font-semibold">Logo</p>
      <div className="flex flex-wrap items-center gap-2 rounded-md border border-dashed border-edge py-1 pr-1 pl-3">
        {logo !== null && (
          <img
            src={addressOf(logo)}
            alt="Current logo"
            className="h-9 max-w-40 rounded-md bg-raised object-contain"
          />
        )}
        <p className="min-w-40 flex-1 text-s text-pretty text-quiet">
          Choose or drop a picture of up to {UPLOAD_MIB} MB (PNG, JPEG, WebP, GIF, AVIF).
        </p>
        <FileButton
          verb={logo === null ? 'Add' : 'Replace'}
          what={logo === null ? 'a logo' : 'the logo'}
          types={PICTURE_TYPES}
          busy={save.isPending}
          onPick={save.mutate}
        />
        {logo !== null && (
          <Button variant="ghost" className="px-2!" busy={save.isPending} onClick={() => save.mutate(null)}>
            Remove
          </Button>
        )}
      </div>
      <Problem error={save.error} />
    </section>
  )
}
