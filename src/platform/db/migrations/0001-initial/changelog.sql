create table feed (
  id text primary key,
  account_id text not null references account (id),
  set_id text unique references social_set (id),
  revision integer not null, changed_at integer not null, created_at integer not null
) strict;
create index feed_account on feed (account_id, set_id);

create table entry (
  id text primary key,
  account_id text not null references account (id),
  set_id text references social_set (id),
  state text not null, title text not null, body text not null, machine_title text not null,
  machine_body text not null, kind text not null, magnitude text not null,
  primary_pull_request_id text references pull_request (id),
  decision_id text, author text, flag text, queued_for integer, published_at integer,
  updated_at integer not null, created_at integer not null, language text, image text, image_alt text,
  merged_into text, span text, proposed_title text, proposed_body text, stories_hash text, chosen_stories text,
  origin text default 'pull-request' not null, touched integer default 0 not null,
  version integer default 1 not null, on_schedule integer default 0 not null, late integer default 0 not null,
  ingest_mode text default 'past' not null, page text, import_key text, needs_words text,
  immediate integer default 0 not null,
  edition_id text references entry (id), edition_part text, edition_position integer
) strict;
create index entry_account_feed on entry (account_id, state, published_at, id);
create index entry_set_feed on entry (set_id, state, published_at, id);
create index entry_due on entry (state, queued_for) where queued_for is not null;
create index entry_merged_into on entry (merged_into) where merged_into is not null;
create index entry_image on entry (image, state) where image is not null;
create unique index entry_time on entry (account_id, coalesce(set_id, ''), queued_for)
  where on_schedule = 1 and origin <> 'edition';
create unique index entry_imported on entry (account_id, import_key) where import_key is not null;
create index entry_made on entry (account_id, created_at, id);
create index entry_flagged on entry (account_id, state) where flag is not null;
create index entry_edition on entry (edition_id) where edition_id is not null;

create table entry_pull_request (
  entry_id text not null references entry (id),
  pull_request_id text not null references pull_request (id),
  account_id text not null references account (id),
  live integer not null,
  constraint entry_pull_request_key primary key (entry_id, pull_request_id)
) strict;
create unique index entry_pull_request_live on entry_pull_request (pull_request_id) where live = 1;
create index entry_pull_request_all on entry_pull_request (pull_request_id);

create table image (
  sha256 text not null,
  account_id text not null references account (id),
  media_type text not null, width integer not null, height integer not null, size integer not null,
  uploaded_at integer not null, uploaded_by text not null, bytes blob not null, unused_since integer, poster text,
  constraint image_key primary key (sha256, account_id)
) strict;
create index image_poster on image (poster, account_id) where poster is not null;

create table schedule_time (
  id text primary key,
  account_id text not null references account (id),
  set_id text references social_set (id),
  takes text not null, every text not null, weekday integer, minute integer, created_at integer not null
) strict;
create unique index schedule_time_key on schedule_time
  (account_id, coalesce(set_id, ''), takes, every, coalesce(weekday, 0), coalesce(minute, 0));

create table queue_pause (
  account_id text not null references account (id),
  queue text not null, paused_at integer not null, paused_by text not null, until integer,
  constraint queue_pause_key primary key (account_id, queue)
) strict;

create table publishing_policy (
  account_id text primary key references account (id),
  mode text not null, least_magnitude text not null, least_confidence text not null, kinds text not null
) strict;

create table publish_failure (
  entry_id text primary key references entry (id),
  attempts integer not null, error text not null, retry_at integer
) strict;

create table mention (
  repository_id text not null references repository (id),
  reference text not null,
  account_id text not null references account (id),
  entry_id text references entry (id),
  constraint mention_key primary key (repository_id, reference)
) strict;

create table declined_group (
  account_id text not null references account (id),
  issue text not null,
  entry_id text not null references entry (id),
  constraint declined_group_key primary key (account_id, issue, entry_id)
) strict;

create table highlight (
  pull_request_id text primary key references pull_request (id) on delete cascade,
  account_id text not null, repository_id text not null, kind text not null, magnitude text not null,
  newest_first integer not null, content text not null
) strict;
create index highlight_account on highlight ((account_id), newest_first, pull_request_id);
create index highlight_account_kind
  on highlight ((account_id || ' ' || kind), newest_first, pull_request_id);
create index highlight_account_magnitude
  on highlight ((account_id || ' ' || magnitude), newest_first, pull_request_id);
create index highlight_account_kind_magnitude
  on highlight ((account_id || ' ' || kind || ' ' || magnitude), newest_first, pull_request_id);
create index highlight_repository_magnitude
  on highlight ((repository_id || ' ' || magnitude), newest_first, pull_request_id);
create index highlight_repository_kind_magnitude
  on highlight ((repository_id || ' ' || kind || ' ' || magnitude), newest_first, pull_request_id);

create table changelog_page (
  account_id text primary key references account (id),
  is_on integer not null, name text unique, host text unique, title text, intro text, logo text, accent text,
  home_url text, is_listed integer not null, shows_pull_requests integer not null, claimed_host text,
  translations text not null default '{}'
) strict;

create table page_name (
  skeleton text primary key, name text not null unique,
  account_id text not null references account (id),
  given_up_at integer
) strict;
create index page_name_account on page_name (account_id);

create table card (
  account_id text not null references account (id),
  hash text not null, bytes blob not null, painted_at integer not null,
  constraint card_key primary key (account_id, hash)
) strict;
create index card_age on card (painted_at);

create table rewording_draft (
  rewording_id text not null references run (id) on delete cascade,
  entry_id text not null references entry (id) on delete cascade,
  position integer not null, outcome text, detail text,
  constraint rewording_draft_key primary key (rewording_id, entry_id)
) strict;
create index rewording_draft_kept on rewording_draft (entry_id) where outcome = 'kept';

create table entry_translation (
  entry_id text not null references entry (id) on delete cascade, language text not null,
  account_id text not null references account (id), title text not null, body text not null,
  by_machine integer not null, source_hash text not null, version integer not null, updated_at integer not null,
  primary key (entry_id, language)
) strict;

create table search_text (
  seq integer primary key, id text not null unique,
  account_id text not null references account (id),
  entry_id text references entry (id) on delete cascade, language text,
  pull_request_id text references pull_request (id) on delete cascade, terms text not null,
  foreign key (entry_id, language) references entry_translation (entry_id, language) on delete cascade
) strict;
create index search_text_entry on search_text (entry_id, language) where entry_id is not null;
create index search_text_pull_request on search_text (pull_request_id) where pull_request_id is not null;
