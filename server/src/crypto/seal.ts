import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Encrypts values that the server must read again, so that a copy of the database alone reveals nothing. */
export interface Seal {
  /** @param about the owner; text sealed for one owner does not open for another */
  close(text: string, about: string): string;
  /** @returns null for text that this key did not seal, such as after a change of the secret */
  open(sealed: string, about: string): string | null;
}

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSeal(key: Buffer): Seal {
  return {
    close(text, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, "base64url");
      const tagEnd = NONCE_BYTES + TAG_BYTES;
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd));
        return decipher.update(bytes.subarray(tagEnd), undefined, "utf8") + decipher.final("utf8");
      } catch {
        return null;
      }
    },
  };
}
