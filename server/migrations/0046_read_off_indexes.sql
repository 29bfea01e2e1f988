-- What a search looks up person by person is read off an index alone: rows lie apart, and each is a page to fetch.

-- What connections are called.
drop index user_words_user;
create index user_words_user on user_words (school_id, user_id) include (word, audience);

-- Who is connected with whom.
alter table connections drop constraint connections_pkey, add primary key (school_id, low_id, high_id) include (is_accepted);
drop index connections_high;
create index connections_high on connections (school_id, high_id, low_id) include (is_accepted);
