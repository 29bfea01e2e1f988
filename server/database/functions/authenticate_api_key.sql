-- The living key a token's hash names, for admission; notes its use at most every five minutes. A person's key lives as long as their account.
create or replace function authenticate_api_key(hash bytea, at timestamptz) returns jsonb language plpgsql as $$
declare
  found api_keys;
begin
  select * into found from api_keys k where k.token_hash = hash and k.ended_at is null and (k.expires_at is null or k.expires_at > at);
  if found.id is null then return null; end if;
  if found.person_id is not null and (
    not exists (select from users u where u.school_id = found.school_id and u.id = found.person_id and not u.is_disabled)
    or exists (select from key_policies p where p.school_id = found.school_id and not p.allows_personal))
  then return null; end if;
  if found.last_used_at is null or found.last_used_at < at - interval '5 minutes' then
    update api_keys k set last_used_at = at where k.school_id = found.school_id and k.id = found.id;
  end if;
  return jsonb_build_object('id', found.id, 'name', found.name, 'scopes', found.scopes, 'personId', found.person_id);
end $$;
