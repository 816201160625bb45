/** Permissions of the upload queue (fetch-and-upload, 2.1). */
export const UPLOAD_RIGHT = 'upload'
export const VIEW_RIGHT = 'upload.view'
/** For staff. */
export const MANAGE_RIGHT = 'upload.manage'
