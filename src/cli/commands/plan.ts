import { type Account, accountByPublicId } from '#accounts/account.ts'
import { checkoutLink, type PaymentProvider, portalLink } from '#accounts/payments/payments.ts'
import { openPayments } from '#app/registry.ts'
import type { Service } from '#app/service.ts'
import { type Answer, type Context, command } from '#cli/command.ts'
import { withService } from '#cli/with-service.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { requireAccountId } from './account.ts'

const options = { account: { type: 'string' } } as const

export const checkoutCommand = command({
  usage: 'plan checkout --account ID',
  summary: 'Prints a link under which an owner subscribes to the paid plan.',
  options,
  arguments: [0, 0],
  run: ({ account }, _, context) => linked(account, context, checkoutLink),
})

export const portalCommand = command({
  usage: 'plan portal --account ID',
  summary: 'Prints a link under which an owner changes the payment, sees invoices and cancels.',
  options,
  arguments: [0, 0],
  run: ({ account }, _, context) => linked(account, context, portalLink),
})

type Link = (db: Reader, payments: PaymentProvider, account: Account, page: string) => Promise<string>

/** The payment pages lead back to the dashboard. */
const linked = (id: string | undefined, context: Context, link: Link): Promise<Answer> =>
  withService(context, async service => {
    const account = await accountByPublicId(service.db.read, requireAccountId(id))
    const payments = await paymentsOf(service)
    const url = await link(service.db.read, payments, account, `${service.baseUrl}/app`)
    return { json: { account_id: account.publicId, url }, text: `${url}\n` }
  })

function paymentsOf({ config }: Service): Promise<PaymentProvider> {
  if (config.stripe) return openPayments(config.stripe)
  throw new AppError(
    'conflict',
    'No payment is configured, so every account has everything; the variables TIDINGS_STRIPE_… turn plans on.',
  )
}
