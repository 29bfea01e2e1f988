-- Returns the position of a field in the contract's profileFields, starting at 1. Returns 0 for any other name: the presence of a
-- person with their name, picture and account type. Stored audience numbers contain these positions, so their order can't change.
-- Callers: audience_of
create or replace function field_number(field text) returns int language sql immutable parallel safe as $$
  select coalesce(array_position(array['genderPronoun', 'yearOfGraduation', 'major', 'bio', 'languages', 'work', 'lookingFor', 'industries',
    'interests', 'sports', 'email', 'phoneWork', 'phoneHome', 'phoneMobile', 'place', 'currentAddress'], field), 0)
$$;
