/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as people from './endpoints.ts';
import type * as peoplePictures from './pictures.endpoints.ts';
import type * as peoplePrivacy from './privacy.endpoints.ts';

export const authenticate = 'GET /mobile_ws/v18/authentication' as Call<typeof people.authenticate>;
export const getProfile = 'GET /mobile_ws/v18/user_profile' as Call<typeof people.getProfile>;
export const legacyEvents = 'GET /mobile_ws/v17/mobile_events_list' as Call<typeof people.legacyEvents>;
export const legacyGroups = 'GET /mobile_ws/v17/mobile_groups_list' as Call<typeof people.legacyGroups>;
export const legacyPeople = 'GET /mobile_ws/v17/mobile_people_list' as Call<typeof people.legacyPeople>;
export const listUsers = 'GET /api/v1/users' as Call<typeof people.listUsers>;
export const listingConfig = 'GET /mobile_ws/v18/listing_config' as Call<typeof people.listingConfig>;
export const listingFilters = 'GET /mobile_ws/v18/listing_filters' as Call<typeof people.listingFilters>;
export const mobilePeople = 'GET /mobile_ws/v18/mobile_people' as Call<typeof people.mobilePeople>;
export const profileOptions = 'GET /api/v1/profile/options' as Call<typeof people.profileOptions>;
export const updateProfile = 'PATCH /api/v1/profile' as Call<typeof people.updateProfile>;
export const userAll = 'GET /mobile_ws/v18/user_all' as Call<typeof people.userAll>;
export const cropPicture = 'PATCH /api/v1/profile/pictures/{kind}' as Call<typeof peoplePictures.cropPicture>;
export const readPictures = 'GET /api/v1/profile/pictures' as Call<typeof peoplePictures.readPictures>;
export const removePicture = 'DELETE /api/v1/profile/pictures/{kind}' as Call<typeof peoplePictures.removePicture>;
export const restorePicture = 'POST /api/v1/profile/pictures/{kind}/restore' as Call<typeof peoplePictures.restorePicture>;
export const uploadPicture = 'POST /api/v1/profile/pictures/{kind}' as Call<typeof peoplePictures.uploadPicture>;
export const getFieldRules = 'GET /api/v1/school/field-rules' as Call<typeof peoplePrivacy.getFieldRules>;
export const getPrivacy = 'GET /api/v1/privacy' as Call<typeof peoplePrivacy.getPrivacy>;
export const previewProfile = 'GET /api/v1/privacy/preview' as Call<typeof peoplePrivacy.previewProfile>;
export const updateFieldRules = 'PUT /api/v1/school/field-rules' as Call<typeof peoplePrivacy.updateFieldRules>;
export const updatePrivacy = 'PATCH /api/v1/privacy' as Call<typeof peoplePrivacy.updatePrivacy>;
export const updateStatus = 'PATCH /api/v1/people/{uid}/standing' as Call<typeof peoplePrivacy.updateStatus>;
