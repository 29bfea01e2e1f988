-- A search reads the first people of a word or a beginning in their order, and stops: a common name costs what a rare one does.
alter table user_words drop constraint user_words_pkey, add primary key (school_id, word, sort_name, user_id, audience);
