-- Names in scripts that many keyboards do not have are found by how people write them in Latin letters, whoever wrote the name: the
-- trigger on users makes these words with the rest (decision 036). The letters are those of the library any-ascii 0.3.3.
create function romanized(folded text) returns text language plpgsql immutable strict parallel safe as $$
declare
  letters constant jsonb := '{
    "ͱ":"h","ͳ":"s","ͷ":"w","ͻ":"s","ͼ":"s","ͽ":"s","α":"a","β":"v","γ":"g","δ":"d","ε":"e","ζ":"z","η":"i","θ":"th",
    "ι":"i","κ":"k","λ":"l","μ":"m","ν":"n","ξ":"x","ο":"o","π":"p","ρ":"r","ς":"s","σ":"s","τ":"t","υ":"y","φ":"f",
    "χ":"ch","ψ":"ps","ω":"o","ϗ":"","ϙ":"q","ϛ":"st","ϝ":"w","ϟ":"q","ϡ":"s","ϣ":"sh","ϥ":"f","ϧ":"x","ϩ":"h","ϫ":"j",
    "ϭ":"c","ϯ":"ti","ϳ":"j","ϸ":"sh","ϻ":"s","ϼ":"r","а":"a","б":"b","в":"v","г":"g","д":"d","е":"e","ж":"zh","з":"z",
    "и":"i","к":"k","л":"l","м":"m","н":"n","о":"o","п":"p","р":"r","с":"s","т":"t","у":"u","ф":"f","х":"kh","ц":"ts",
    "ч":"ch","ш":"sh","щ":"shch","ъ":"","ы":"y","ь":"","э":"e","ю":"yu","я":"ya","ђ":"dj","є":"ie","ѕ":"dz","і":"i","ј":"j",
    "љ":"lj","њ":"nj","ћ":"c","џ":"dzh","ѡ":"o","ѣ":"e","ѥ":"ie","ѧ":"e","ѩ":"ie","ѫ":"o","ѭ":"io","ѯ":"ks","ѱ":"ps",
    "ѳ":"f","ѵ":"y","ѹ":"u","ѻ":"o","ѽ":"o","ѿ":"ot","ҁ":"q","ҋ":"jh","ҍ":"","ҏ":"rh","ґ":"g","ғ":"gh","ҕ":"gh","җ":"j",
    "ҙ":"z","қ":"q","ҝ":"g","ҟ":"q","ҡ":"q","ң":"ng","ҥ":"ng","ҧ":"ph","ҩ":"w","ҫ":"s","ҭ":"th","ү":"u","ұ":"u","ҳ":"h",
    "ҵ":"ts","ҷ":"j","ҹ":"c","һ":"h","ҽ":"ch","ҿ":"ch","ӄ":"q","ӆ":"lh","ӈ":"ng","ӊ":"nh","ӌ":"dzh","ӎ":"mh","ӏ":"h",
    "ӕ":"ae","ә":"a","ӡ":"dz","ө":"o","ӷ":"gh","ӻ":"xh","ӽ":"x","ӿ":"h","ԁ":"d","ԃ":"dj","ԅ":"zj","ԇ":"dz","ԉ":"lj",
    "ԋ":"nj","ԍ":"sj","ԏ":"tj","ԑ":"a","ԓ":"l","ԕ":"lkh","ԗ":"rkh","ԙ":"a","ԛ":"q","ԝ":"w","ԟ":"q","ԡ":"l","ԣ":"n","ԥ":"ph",
    "ԧ":"","ԩ":"ny","ԫ":"dzh","ԭ":"dch","ԯ":"l","ա":"a","բ":"b","գ":"g","դ":"d","ե":"e","զ":"z","է":"e","ը":"y","թ":"t",
    "ժ":"zh","ի":"i","լ":"l","խ":"kh","ծ":"ts","կ":"k","հ":"h","ձ":"dz","ղ":"gh","ճ":"ch","մ":"m","յ":"y","ն":"n","շ":"sh",
    "ո":"o","չ":"ch","պ":"p","ջ":"j","ռ":"rr","ս":"s","վ":"v","տ":"t","ր":"r","ց":"ts","ւ":"w","փ":"p","ք":"k","օ":"o",
    "ֆ":"f","א":"","ב":"v","ג":"g","ד":"d","ה":"h","ו":"v","ז":"z","ח":"h","ט":"t","י":"y","ך":"kh","כ":"kh","ל":"l",
    "ם":"m","מ":"m","ן":"n","נ":"n","ס":"s","ע":"","ף":"f","פ":"f","ץ":"ts","צ":"ts","ק":"k","ר":"r","ש":"s","ת":"t",
    "ׯ":"yyy","װ":"v","ױ":"oy","ײ":"ey","ؠ":"y","ء":"","ا":"","ب":"b","ة":"h","ت":"t","ث":"th","ج":"j","ح":"h","خ":"kh",
    "د":"d","ذ":"dh","ر":"r","ز":"z","س":"s","ش":"sh","ص":"s","ض":"d","ط":"t","ظ":"dh","ع":"","غ":"gh","ػ":"g","ؼ":"g",
    "ؽ":"y","ؾ":"i","ؿ":"i","ـ":"","ف":"f","ق":"q","ك":"k","ل":"l","م":"m","ن":"n","ه":"h","و":"w","ى":"a","ي":"y","َ":"a",
    "ُ":"u","ِ":"i","ٓ":"a","ٖ":"i","٘":"e","ٙ":"e","ٚ":"o","ٛ":"e","ٜ":"e","ٝ":"o","ٞ":"a","ٟ":"u","ٮ":"b","ٯ":"q","ٰ":"a",
    "ٱ":"","ٲ":"a","ٳ":"u","ٴ":"e","ٹ":"t","ٺ":"th","ٻ":"b","ټ":"t","ٽ":"t","پ":"p","ٿ":"th","ڀ":"bh","ځ":"dz","ڂ":"dz",
    "ڃ":"n","ڄ":"j","څ":"ts","چ":"ch","ڇ":"ch","ڈ":"d","ډ":"d","ڊ":"d","ڋ":"dd","ڌ":"dh","ڍ":"dh","ڎ":"dh","ڏ":"d","ڐ":"d",
    "ڑ":"r","ڒ":"r","ړ":"r","ڔ":"r","ڕ":"r","ږ":"zh","ڗ":"d","ژ":"zh","ڙ":"r","ښ":"sh","ڛ":"s","ڜ":"ch","ڝ":"ts","ڞ":"ch",
    "ڟ":"th","ڠ":"ng","ڡ":"f","ڢ":"f","ڣ":"p","ڤ":"v","ڥ":"v","ڦ":"ph","ڧ":"q","ڨ":"g","ک":"k","ڪ":"k","ګ":"g","ڬ":"g",
    "ڭ":"ng","ڮ":"kp","گ":"g","ڰ":"gg","ڱ":"n","ڲ":"g","ڳ":"g","ڴ":"g","ڵ":"l","ڶ":"l","ڷ":"l","ڸ":"l","ڹ":"n","ں":"n",
    "ڻ":"n","ڼ":"n","ڽ":"ny","ھ":"h","ڿ":"n","ہ":"h","ۃ":"h","ۄ":"o","ۅ":"o","ۆ":"o","ۇ":"u","ۈ":"u","ۉ":"u","ۊ":"u",
    "ۋ":"v","ی":"y","ۍ":"ey","ێ":"e","ۏ":"v","ې":"e","ۑ":"ny","ے":"e","ऄ":"a","अ":"a","आ":"a","इ":"i","ई":"i","उ":"u",
    "ऊ":"u","ऋ":"r","ऌ":"l","ऍ":"e","ऎ":"e","ए":"e","ऐ":"ai","ऑ":"o","ऒ":"o","ओ":"o","औ":"au","क":"k","ख":"kh","ग":"g",
    "घ":"gh","ङ":"n","च":"c","छ":"ch","ज":"j","झ":"jh","ञ":"n","ट":"t","ठ":"th","ड":"d","ढ":"dh","ण":"n","त":"t","थ":"th",
    "द":"d","ध":"dh","न":"n","प":"p","फ":"ph","ब":"b","भ":"bh","म":"m","य":"y","र":"r","ल":"l","ळ":"l","व":"v","श":"s",
    "ष":"s","स":"s","ह":"h","ऺ":"o","ऻ":"o","ऽ":"","ा":"a","ि":"i","ी":"i","ु":"u","ू":"u","ृ":"r","ॄ":"r","ॅ":"e","ॆ":"e",
    "े":"e","ै":"ai","ॉ":"o","ॊ":"o","ो":"o","ौ":"au","ॎ":"e","ॏ":"a","ॐ":"om","ॕ":"e","ॖ":"u","ॗ":"u","ॠ":"r","ॡ":"l",
    "ॢ":"l","ॣ":"l","ॱ":"","ॲ":"a","ॳ":"o","ॴ":"o","ॵ":"a","ॶ":"u","ॷ":"u","ॸ":"d","ॹ":"zh","ॺ":"y","ॻ":"g","ॼ":"j","ॽ":"",
    "ॾ":"d","ॿ":"b","ก":"k","ข":"kh","ฃ":"kh","ค":"kh","ฅ":"kh","ฆ":"kh","ง":"ng","จ":"ch","ฉ":"ch","ช":"ch","ซ":"s",
    "ฌ":"ch","ญ":"y","ฎ":"d","ฏ":"t","ฐ":"th","ฑ":"th","ฒ":"th","ณ":"n","ด":"d","ต":"t","ถ":"th","ท":"th","ธ":"th","น":"n",
    "บ":"b","ป":"p","ผ":"ph","ฝ":"f","พ":"ph","ฟ":"f","ภ":"ph","ม":"m","ย":"y","ร":"r","ฤ":"rue","ล":"l","ฦ":"lue","ว":"w",
    "ศ":"s","ษ":"s","ส":"s","ห":"h","ฬ":"l","อ":"o","ฮ":"h","ฯ":"","ะ":"a","ั":"a","า":"a","ิ":"i","ี":"i","ึ":"ue",
    "ื":"ue","ุ":"u","ู":"u","เ":"e","แ":"ae","โ":"o","ใ":"ai","ไ":"ai","ๅ":"","ๆ":"","ํ":"m","ა":"a","ბ":"b","გ":"g",
    "დ":"d","ე":"e","ვ":"v","ზ":"z","თ":"t","ი":"i","კ":"k","ლ":"l","მ":"m","ნ":"n","ო":"o","პ":"p","ჟ":"zh","რ":"r",
    "ს":"s","ტ":"t","უ":"u","ფ":"p","ქ":"k","ღ":"gh","ყ":"q","შ":"sh","ჩ":"ch","ც":"ts","ძ":"dz","წ":"ts","ჭ":"ch","ხ":"kh",
    "ჯ":"j","ჰ":"h","ჱ":"e","ჲ":"y","ჳ":"w","ჴ":"x","ჵ":"o","ჶ":"f","ჷ":"e","ჸ":"","ჹ":"g","ჺ":"","ჽ":"ae","ჾ":"","ჿ":"w",
    "ᄀ":"g","ᄁ":"kk","ᄂ":"n","ᄃ":"d","ᄄ":"tt","ᄅ":"l","ᄆ":"m","ᄇ":"b","ᄈ":"pp","ᄉ":"s","ᄊ":"ss","ᄋ":"","ᄌ":"j","ᄍ":"jj",
    "ᄎ":"ch","ᄏ":"k","ᄐ":"t","ᄑ":"p","ᄒ":"h","ᄓ":"ng","ᄔ":"nn","ᄕ":"nd","ᄖ":"nb","ᄗ":"dg","ᄘ":"ln","ᄙ":"ll","ᄚ":"lh",
    "ᄛ":"r","ᄜ":"mb","ᄝ":"w","ᄞ":"bg","ᄟ":"bn","ᄠ":"bd","ᄡ":"bs","ᄢ":"bsg","ᄣ":"bsd","ᄤ":"bsb","ᄥ":"bss","ᄦ":"bsj","ᄧ":"bj",
    "ᄨ":"bch","ᄩ":"bt","ᄪ":"bp","ᄫ":"v","ᄬ":"ff","ᄭ":"sg","ᄮ":"sn","ᄯ":"sd","ᄰ":"sl","ᄱ":"sm","ᄲ":"sb","ᄳ":"sbg","ᄴ":"sss",
    "ᄵ":"s","ᄶ":"sj","ᄷ":"sch","ᄸ":"sk","ᄹ":"st","ᄺ":"sp","ᄻ":"sh","ᄼ":"s","ᄽ":"ss","ᄾ":"s","ᄿ":"ss","ᅀ":"z","ᅁ":"g",
    "ᅂ":"d","ᅃ":"m","ᅄ":"b","ᅅ":"s","ᅆ":"z","ᅇ":"","ᅈ":"j","ᅉ":"ch","ᅊ":"t","ᅋ":"p","ᅌ":"ng","ᅍ":"j","ᅎ":"j","ᅏ":"jj",
    "ᅐ":"j","ᅑ":"jj","ᅒ":"chk","ᅓ":"chh","ᅔ":"ch","ᅕ":"ch","ᅖ":"pb","ᅗ":"f","ᅘ":"hh","ᅙ":"q","ᅚ":"gd","ᅛ":"ns","ᅜ":"nj",
    "ᅝ":"nh","ᅞ":"dl","ᅟ":"","ᅠ":"","ᅡ":"a","ᅢ":"ae","ᅣ":"ya","ᅤ":"yae","ᅥ":"eo","ᅦ":"e","ᅧ":"yeo","ᅨ":"ye","ᅩ":"o",
    "ᅪ":"wa","ᅫ":"wae","ᅬ":"oe","ᅭ":"yo","ᅮ":"u","ᅯ":"wo","ᅰ":"we","ᅱ":"wi","ᅲ":"yu","ᅳ":"eu","ᅴ":"ui","ᅵ":"i","ᅶ":"ao",
    "ᅷ":"au","ᅸ":"yao","ᅹ":"yayo","ᅺ":"eoo","ᅻ":"eou","ᅼ":"eoeu","ᅽ":"yeoo","ᅾ":"yeou","ᅿ":"oeo","ᆀ":"oe","ᆁ":"oye",
    "ᆂ":"oo","ᆃ":"ou","ᆄ":"yoya","ᆅ":"yoyae","ᆆ":"yoyeo","ᆇ":"yoo","ᆈ":"yoi","ᆉ":"ua","ᆊ":"uae","ᆋ":"ueoeu","ᆌ":"uye",
    "ᆍ":"uu","ᆎ":"yua","ᆏ":"yueo","ᆐ":"yue","ᆑ":"yuyeo","ᆒ":"yuye","ᆓ":"yuu","ᆔ":"yui","ᆕ":"euu","ᆖ":"eueu","ᆗ":"uiu",
    "ᆘ":"ia","ᆙ":"iya","ᆚ":"io","ᆛ":"iu","ᆜ":"ieu","ᆝ":"io","ᆞ":"o","ᆟ":"oeo","ᆠ":"ou","ᆡ":"oi","ᆢ":"yo","ᆣ":"aeu",
    "ᆤ":"yau","ᆥ":"yeoya","ᆦ":"oya","ᆧ":"oyae","ᆨ":"g","ᆩ":"kk","ᆪ":"gs","ᆫ":"n","ᆬ":"nj","ᆭ":"nh","ᆮ":"d","ᆯ":"l","ᆰ":"lg",
    "ᆱ":"lm","ᆲ":"lb","ᆳ":"ls","ᆴ":"lt","ᆵ":"lp","ᆶ":"lh","ᆷ":"m","ᆸ":"b","ᆹ":"bs","ᆺ":"s","ᆻ":"ss","ᆼ":"ng","ᆽ":"j",
    "ᆾ":"ch","ᆿ":"k","ᇀ":"t","ᇁ":"p","ᇂ":"h","ᇃ":"gl","ᇄ":"gsg","ᇅ":"ng","ᇆ":"nd","ᇇ":"ns","ᇈ":"nz","ᇉ":"nt","ᇊ":"dg",
    "ᇋ":"dl","ᇌ":"lgs","ᇍ":"ln","ᇎ":"ld","ᇏ":"ldh","ᇐ":"ll","ᇑ":"lmg","ᇒ":"lms","ᇓ":"lbs","ᇔ":"lbh","ᇕ":"lv","ᇖ":"lss",
    "ᇗ":"lz","ᇘ":"lk","ᇙ":"lq","ᇚ":"mg","ᇛ":"ml","ᇜ":"mb","ᇝ":"ms","ᇞ":"mss","ᇟ":"mz","ᇠ":"mch","ᇡ":"mh","ᇢ":"w","ᇣ":"bl",
    "ᇤ":"bp","ᇥ":"bh","ᇦ":"v","ᇧ":"sg","ᇨ":"sd","ᇩ":"sl","ᇪ":"sb","ᇫ":"z","ᇬ":"ngg","ᇭ":"ngkk","ᇮ":"ngng","ᇯ":"ngk",
    "ᇰ":"ng","ᇱ":"ngs","ᇲ":"ngz","ᇳ":"pb","ᇴ":"f","ᇵ":"hn","ᇶ":"hl","ᇷ":"hm","ᇸ":"hb","ᇹ":"q","ᇺ":"gn","ᇻ":"gb","ᇼ":"gch",
    "ᇽ":"gk","ᇾ":"gh","ᇿ":"nn","ぁ":"a","あ":"a","ぃ":"i","い":"i","ぅ":"u","う":"u","ぇ":"e","え":"e","ぉ":"o","お":"o","か":"ka",
    "き":"ki","く":"ku","け":"ke","こ":"ko","さ":"sa","し":"shi","す":"su","せ":"se","そ":"so","た":"ta","ち":"chi","っ":"t","つ":"tsu",
    "て":"te","と":"to","な":"na","に":"ni","ぬ":"nu","ね":"ne","の":"no","は":"ha","ひ":"hi","ふ":"fu","へ":"he","ほ":"ho","ま":"ma",
    "み":"mi","む":"mu","め":"me","も":"mo","ゃ":"ya","や":"ya","ゅ":"yu","ゆ":"yu","ょ":"yo","よ":"yo","ら":"ra","り":"ri","る":"ru",
    "れ":"re","ろ":"ro","ゎ":"wa","わ":"wa","ゐ":"i","ゑ":"e","を":"o","ん":"n","ゕ":"ka","ゖ":"ka","ゝ":"","ァ":"a","ア":"a","ィ":"i",
    "イ":"i","ゥ":"u","ウ":"u","ェ":"e","エ":"e","ォ":"o","オ":"o","カ":"ka","キ":"ki","ク":"ku","ケ":"ke","コ":"ko","サ":"sa","シ":"shi",
    "ス":"su","セ":"se","ソ":"so","タ":"ta","チ":"chi","ッ":"t","ツ":"tsu","テ":"te","ト":"to","ナ":"na","ニ":"ni","ヌ":"nu","ネ":"ne",
    "ノ":"no","ハ":"ha","ヒ":"hi","フ":"fu","ヘ":"he","ホ":"ho","マ":"ma","ミ":"mi","ム":"mu","メ":"me","モ":"mo","ャ":"ya","ヤ":"ya",
    "ュ":"yu","ユ":"yu","ョ":"yo","ヨ":"yo","ラ":"ra","リ":"ri","ル":"ru","レ":"re","ロ":"ro","ヮ":"wa","ワ":"wa","ヰ":"i","ヱ":"e",
    "ヲ":"o","ン":"n","ヵ":"ka","ヶ":"ka","ー":"","ヽ":""
  }';
  -- Greek writes the sound of "ou" with two letters.
  source text := replace(folded, 'ου', 'ou');
  latin text := '';
  letter text;
begin
  foreach letter in array string_to_array(source, null) loop
    latin := latin || coalesce(letters ->> letter, letter);
  end loop;
  return latin;
end $$;

-- How a word of Latin letters sounds without what Arabic and Hebrew do not write: its consonants, those alike as one. Null where
-- hardly anything is left. 'almasri' and the letters of المصري give 'lmsr'.
create function sound_of(latin text) returns text language plpgsql immutable strict parallel safe as $$
declare sound text := latin;
begin
  if latin !~ '^[a-z]{2,60}$' then return null; end if;
  sound := replace(replace(replace(replace(replace(replace(replace(replace(sound,
    'sh', 's'), 'ch', 's'), 'kh', 'h'), 'gh', 'g'), 'dh', 'd'), 'th', 't'), 'ph', 'f'), 'ts', 's');
  sound := regexp_replace(translate(sound, 'cqp', 'kkb'), '(.)\1+', '\1', 'g');
  sound := regexp_replace(regexp_replace(sound, '[aeiouywv]+', '', 'g'), 'h$', '');
  return case when length(sound) >= 2 then sound end;
end $$;

-- The words of a name in Latin letters: as the library writes them, and as is common where that differs.
create function romanized_words(words text[]) returns text[] language plpgsql immutable parallel safe as $$
declare
  found text[] := '{}';
  word text;
  latin text;
begin
  foreach word in array words loop
    continue when octet_length(word) = length(word);
    latin := left(romanized(word), 60);
    continue when latin !~ '^[a-z0-9]+$';
    found := found || latin;
    if word ~ '[\u0400-\u052f]' then
      found := found || regexp_replace(replace(replace(latin, 'shch', 'sh'), 'kh', 'h'), '(iy|yy|ii|yi)$', 'y');
    end if;
  end loop;
  return found;
end $$;

-- How the Arabic and Hebrew words of a name sound; Arabic ones also without their article.
create function name_sounds(first_name text, last_name text) returns text[] language plpgsql immutable parallel safe as $$
begin
  if (first_name || last_name) !~ '[\u05d0-\u05f2\u0620-\u06d3]' then return '{}'; end if;
  return array(
    select distinct s from unnest(search_words(first_name) || search_words(last_name)) as w,
      lateral (values (w), (case when w ~ '^ال..' then substr(w, 3) end)) as heard (part),
      lateral sound_of(romanized(part)) as s
    where w ~ '[\u05d0-\u05f2\u0620-\u06d3]' and s is not null);
end $$;

-- As before (0022_plain_words.sql), and in Latin letters.
create or replace function name_words(first_name text, last_name text, romanized_name text) returns text[]
language plpgsql immutable parallel safe as $$
declare words text[] := search_words(first_name) || search_words(last_name);
begin
  if romanized_name is not null then words := words || search_words(romanized_name); end if;
  if first_name ~ '\s' then words := words || search_words(regexp_replace(first_name, '\s+', '', 'g')); end if;
  if last_name ~ '\s' then words := words || search_words(regexp_replace(last_name, '\s+', '', 'g')); end if;
  if (first_name || last_name) ~ '[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]' then
    words := words || search_words(last_name || first_name) || search_words(first_name || last_name);
  end if;
  if octet_length(first_name) > length(first_name) or octet_length(last_name) > length(last_name) then
    words := words || romanized_words(words);
  end if;
  return array(select distinct w from unnest(words) as w);
end $$;

-- As before (0006_privacy.sql), and how a name sounds behind '~=': nothing that is typed begins like that.
create or replace function words_of(u users) returns table (word text, audience smallint) language sql immutable as $$
  select w, audience_of(u, '', true) from unnest(name_words(u.first_name, u.last_name, u.romanized_name)) as w
  union select '~=' || w, audience_of(u, '', true) from unnest(name_sounds(u.first_name, u.last_name)) as w
  union select '~' || w, audience_of(u, 'major', true) from unnest(search_words(u.major)) as w
  union select '~' || w, audience_of(u, 'interests', false) from unnest(search_words(array_to_string(u.interests, ' '))) as w
  union select '~' || w, audience_of(u, 'sports', false) from unnest(search_words(array_to_string(u.sports, ' '))) as w
  union select '~' || w, audience_of(u, 'languages', false) from unnest(search_words(array_to_string(u.languages, ' '))) as w
  union select '~' || w, audience_of(u, 'work', false) from unnest(search_words(u.company_name)) as w
  union select '~' || w, audience_of(u, 'place', false) from unnest(search_words(u.city)) as w
$$;

-- Whom it concerns of those who are there, school by school: the fences hold the owner too.
do $$ declare s int; begin
  for s in select distinct school_id from school_hosts loop
    perform set_config('commons.school_id', s::text, true);
    insert into user_words (school_id, word, user_id, audience, sort_name)
    select u.school_id, w.word, u.id, w.audience, u.sort_name from users u, lateral words_of(u) as w
    where not u.is_disabled
      and u.first_name || u.last_name ~ '[\u0370-\u06d3\u0900-\u097f\u0e00-\u0e7f\u10d0-\u11ff\u3040-\u30ff\uac00-\ud7a3]'
    order by 1, 2, 3, 4 on conflict do nothing;
  end loop;
  perform set_config('commons.school_id', '', true);
end $$;
