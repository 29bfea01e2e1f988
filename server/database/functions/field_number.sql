-- Place of a field in the contract's profileFields, from 1. 0 stands for the person's being there at all: name, picture, account type.
create or replace function field_number(field text) returns int language sql immutable parallel safe as $$
  select coalesce(array_position(array['genderPronoun', 'yearOfGraduation', 'major', 'bio', 'languages', 'work', 'lookingFor', 'industries',
    'interests', 'sports', 'email', 'phoneWork', 'phoneHome', 'phoneMobile', 'place', 'currentAddress'], field), 0)
$$;
