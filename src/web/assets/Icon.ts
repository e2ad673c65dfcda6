/** The product's icon, for browsers' tabs and beside the product's name. */

export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  '<rect width="32" height="32" rx="7" fill="#1d4ed8"/>' +
  '<path d="M11 25V7h6.5a5.25 5.25 0 0 1 1.2 10.36L23 25M11 17.5h6" fill="none" stroke="#fff" ' +
  'stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** The same drawing in 32 × 32 pixels, for clients that ask for `/favicon.ico` without reading a page. */
export const iconIco: Uint8Array = Buffer.from(
  "AAABAAEAICAAAAEAIAAoAQAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgDAAAARKSKxgAAACRQTFRF////HE3X" +
    "HU7XKFbZcI/mjKXrN2Lc/f7+pLjvTnTg0Nr3tMTyJN0cTwAAAAF0Uk5TAEDm2GYAAACySURBVDjLnZNRDsQgCESVwRbt" +
    "/e+7WquSLepm54uUFzqAOJflPRny3j0i0ERPfqFd/iZ2wPDHoYoP7XQU4LNLlOsByKkUbSDdv7gKAROQGiH10AboyCUq" +
    "OgFIufgPwA6Q5sEGuPTJm0ElrIGRnwBxsgtpPSYN4GVSe7QqlFWkFUBx2mYb1KX2Pd0m4xsIqm6OQ6vQHy2Y+3gg0h+t" +
    "b18B48LgfzicxWlujhMt7/R5vc7/A8dTC9+IooUxAAAAAElFTkSuQmCC",
  "base64"
)
