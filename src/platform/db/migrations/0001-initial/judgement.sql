create table decision (
  id text primary key,
  account_id text not null references account (id),
  pull_request_id text not null references pull_request (id),
  made_at integer not null, layer text not null, version text not null, input_hash text not null,
  visibility text not null, kind text not null, magnitude text not null, confidence text not null,
  score real not null, reason text not null, evidence text not null, is_breaking integer default 0 not null,
  not_live text, notable real
) strict;
create index decision_pull_request on decision (pull_request_id, made_at);
create index decision_person on decision (account_id, made_at) where layer = 'person';
create index decision_language_model on decision (account_id, made_at) where layer = 'language-model';

create table pitch (
  pull_request_id text primary key references pull_request (id),
  account_id text not null references account (id),
  headline text not null, body text not null, writer text not null, written_at integer not null,
  needs_words text,
  written_by text, passages text, sampling text
) strict;

create table example (
  account_id text not null references account (id),
  repository_id text not null references repository (id),
  pull_key text not null, source text not null, visibility text not null, kind text, magnitude text,
  merged_at integer not null, pull text not null,
  constraint example_key primary key (repository_id, pull_key)
) strict;
create index example_account on example (account_id, merged_at);


create table language_model_usage (
  account_id text not null references account (id),
  month text not null, model text not null, calls integer not null, input_tokens integer not null,
  output_tokens integer not null, micro_dollars integer not null,
  constraint language_model_usage_key primary key (account_id, month, model)
) strict;

create table language_model_hold (
  id text primary key,
  account_id text not null references account (id),
  month text not null, tokens integer not null, micro_dollars integer not null, held_until integer not null
) strict;

create table language_model_answer (
  account_id text not null references account (id),
  question text not null, answer text not null, answered_at integer not null, sampling text,
  constraint language_model_answer_key primary key (account_id, question)
) strict;
