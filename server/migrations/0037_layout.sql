-- Parts of the shell that a school has. As the product text has it: no top bar, the slide-out menu in a host's frame only.
alter table schools add column layout jsonb not null default '{"topBar": false, "slideOut": "framed"}' check (jsonb_typeof(layout) = 'object');
