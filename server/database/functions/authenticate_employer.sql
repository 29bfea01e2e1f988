-- Finds the session of an employer's contact with the token hash `hash` and returns the contact and the employer
-- as JSON. Returns null if
-- - no session has this hash, or it has ended;
-- - the employer is suspended.
-- Callers: kernel/security/employer-sessions.ts
create or replace function authenticate_employer(hash bytea, at timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object('contactId', c.id, 'employerId', e.id, 'employer', e.name)
  from employer_sessions s
    join employer_contacts c on c.school_id = s.school_id and c.id = s.contact_id
    join employers e on e.school_id = c.school_id and e.id = c.employer_id and e.suspended_at is null
  where s.token_hash = hash and s.ends_at > at
$$;
