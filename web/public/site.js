const address = document.querySelector('#address')
if (address) address.textContent = location.origin
