-- Who names a file is asked of thousands of names at a time, every hour and after each upload: without these each
-- question walks all people. Most people have no cover and no whole picture.
create index users_photo on users (school_id, photo) where photo is not null;
create index users_cover on users (school_id, cover) where cover is not null;
create index pictures_name on pictures (school_id, name);
create index pictures_original on pictures (school_id, original) where original is not null;
