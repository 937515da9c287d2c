import { sql } from 'kysely'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'

/**
 * Triggers that break a guarantee inside the database, behind the product's back, so that a test sees whether a harness notices. They
 * are for the embedded database alone.
 */
const TRIGGERS = {
  'an acknowledged delivery is lost': `
    before insert on delivery when new.delivery_id = 'd2'
    begin
      select raise(ignore);
    end`,
  'a redelivery reopens what was processed': `
    before insert on delivery
    begin
      update delivery set state = 'failed'
      where connection = new.connection and delivery_id = new.delivery_id and state = 'processed';
    end`,
  'an entry is published twice': `
    after update of state on entry when new.state = 'published' and new.version = 3 and new.title like '% 2'
    begin
      update entry set state = 'queued', queued_for = old.queued_for, published_at = null where id = new.id;
    end`,
  'a published entry is lost': `
    after update of state on entry when new.state = 'published' and new.title like '% 2'
    begin
      update entry set state = 'draft', published_at = null where id = new.id;
    end`,
  'an entry is published before its time': `
    after update of state on entry when new.state = 'published' and new.title like '% 2'
    begin
      update entry set published_at = old.queued_for - 1 where id = new.id;
    end`,
}

export type BrokenGuarantee = keyof typeof TRIGGERS

export async function breakGuarantee(location: DatabaseLocation, broken: BrokenGuarantee): Promise<void> {
  if (location.engine !== 'sqlite') throw new Error('Only the embedded database can be broken.')
  const db = await openDatabase(location, { migrate: false })
  await db.write(tx => sql.raw(`create trigger broken ${TRIGGERS[broken]}`).execute(tx))
  await db.close()
}
