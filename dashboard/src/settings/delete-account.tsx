import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { act } from '../api/client.ts'
import { SETTINGS, useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Section } from '../parts/section.tsx'
import { shortDate } from '../time.ts'
import { settingsQuery } from './queries.ts'

/** Deletes the account after some days, in which an owner can cancel that. */
export function DeleteAccount() {
  const { id: account, name } = useAccount()
  const { data, error } = useQuery(settingsQuery(account))
  const [isOpen, setOpen] = useState(false)
  const { values, bind, reset } = useFields({ name: '' })
  const remove = useChange(SETTINGS, async (input: { name?: string; cancel?: true }) => {
    await act(account, 'account delete', input)
    setOpen(false)
    reset()
  })
  if (!data) return <Problem error={error} />
  if (data.deletesAt !== null)
    return (
      <Section
        title="This account is about to be deleted"
        lead={`On ${shortDate(data.deletesAt)} everything in ${name} is deleted for good. Until then, nothing is published, posted or changed; the feeds and the page stay as they are.`}
      >
        <Problem error={remove.error} />
        <div>
          <Button variant="primary" busy={remove.isPending} onClick={() => remove.mutate({ cancel: true })}>
            Keep
          </Button>
        </div>
      </Section>
    )
  return (
    <Section
      title="Delete this account"
      lead="Two weeks later, everything in it is deleted for good. Until then, an owner can keep it."
    >
      <div>
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete {name}…
        </Button>
      </div>
      {isOpen && (
        <Dialog title={`Delete ${name}?`} onClose={() => setOpen(false)}>
          <p className="text-quiet text-pretty">
            In two weeks everything of {name} is deleted except what was posted on social networks: its feeds,
            page, widget, entries, pull requests, pictures and connections, and every member who is in no
            other account. Until then nothing is published, posted or changed, and any owner can keep the
            account; all are told by mail.
          </p>
          <Form
            verb="Delete"
            variant="danger"
            onSend={() => remove.mutate(values)}
            onCancel={() => setOpen(false)}
            change={remove}
          >
            <Field label={`Type “${name}” to confirm`} autoComplete="off" required {...bind('name')} />
          </Form>
        </Dialog>
      )}
    </Section>
  )
}
